import type { CreateContextMode } from './contextMode';

export const createEntireItemMode: CreateContextMode = () => ({
	read: ({ item }) => ({ values: item, build: () => item }),
	listIdentifyingParameters: () => [],
});
