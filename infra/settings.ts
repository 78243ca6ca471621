import { writeFileSync } from 'node:fs';
import { pageWithSettings, settingsPage } from './settings-page.ts';

writeFileSync(settingsPage, pageWithSettings());
