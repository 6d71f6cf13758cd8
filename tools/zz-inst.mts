import { installN8n } from '/work/main/tools/n8n/installN8n.mts';
import { N8N_VERSIONS } from '/work/main/tools/n8n/versions.mts';
import { startChromium } from '/work/main/tools/browser/chromium.mts';
const b = await startChromium(); await b.close(); console.log('chromium');
for (const v of [...N8N_VERSIONS].reverse()) { console.log(v.version, Date.now()); await installN8n(v); }
console.log('done', Date.now());
