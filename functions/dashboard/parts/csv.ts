import { csvType } from '../../../shared/domain/suppressions/csv.ts';
import { type PageAnswer, seeOther } from '../../../shared/http/pages/page.ts';

/** A CSV file with this name, or a redirect to it if it is large. */
export const csvAnswer = (name: string, file: string | { location: string }): PageAnswer =>
  typeof file === 'string'
    ? {
        body: file,
        type: csvType,
        headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
      }
    : seeOther(file.location);
