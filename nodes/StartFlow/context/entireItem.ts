import type { CreateContextMode } from './contextMode';

export const createEntireItemMode: CreateContextMode = () => ({
	readContext: ({ item }) => ({ context: item }),
	identifyingParameters: [],
});
