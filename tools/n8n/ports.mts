import { createServer, type AddressInfo } from 'node:net';

/** A port on loopback that nobody uses now. */
export async function freePort(): Promise<number> {
	return await listenBriefly(0);
}

/** Whether nobody listens on a port of loopback. */
export async function isFree(port: number): Promise<boolean> {
	try {
		await listenBriefly(port);
		return true;
	} catch {
		return false;
	}
}

async function listenBriefly(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer().once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const { port: freePort } = server.address() as AddressInfo;
			server.close(() => resolve(freePort));
		});
	});
}
