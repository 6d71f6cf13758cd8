import { createPreview } from '../../../nodes/StartFlow/start/startRequest';
import { holding } from '../credential/requests.mts';
import { ready } from '../send/modelService.mts';

test('a preview shows the token nowhere, wherever it was put', () => {
	const { accessToken } = holding();
	const start = {
		...ready(accessToken),
		contextJson: JSON.stringify({ [accessToken]: [{ deep: `x${accessToken}x` }] }),
		credential: { ...holding(), baseUrl: `https://flows.example.com/${accessToken}` },
	};
	expect(createPreview(start)).toMatchObject({
		url: 'https://flows.example.com/***',
		body: { slug: '***', context: { '***': [{ deep: 'x***x' }] } },
	});
});
