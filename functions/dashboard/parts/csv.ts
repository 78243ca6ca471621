import { csvType } from '../../../shared/domain/suppressions/csv.ts';
import { type PageAnswer, seeOther } from '../../../shared/http/pages/page.ts';

/** A file of this name, or the link to it where it is long. */
export const csvAnswer = (name: string, file: string | { location: string }): PageAnswer =>
  typeof file === 'string'
    ? {
        body: file,
        type: csvType,
        headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
      }
    : seeOther(file.location);
