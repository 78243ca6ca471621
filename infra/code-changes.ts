import { writeFileSync } from 'node:fs';
import { codeChangesText } from './code-changes-text.ts';

writeFileSync('shared/domain/imports/code/code-changes.json', codeChangesText());
