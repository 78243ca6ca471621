import { writeFileSync } from 'node:fs';
import { codeChangesText } from './code-changes-text.ts';
import { pagesWithMoves } from './move-tables.ts';

writeFileSync('shared/domain/imports/code/code-changes.json', codeChangesText());
for (const [path, page] of Object.entries(pagesWithMoves())) writeFileSync(path, page);
