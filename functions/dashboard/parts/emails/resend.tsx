import type { EmailRecord } from '../../../../shared/domain/emails/record.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import { numberText, sizeText } from '../numbers.tsx';

const maxNamed = 3;

/** What a resend does, and what it leaves out. */
export function ResendNotes({ email }: { email: EmailRecord }): Html {
  const { to, cc, bcc, attachments } = email;
  const all = [...to, ...cc, ...bcc];
  const others = all.length - maxNamed;
  return (
    <>
      This sends a new email with the same subject, content, and tags to{' '}
      {outside(all.slice(0, maxNamed).join(', '))}
      {others > 0 && ` and ${numberText(others)} more`}. It has its own id and timeline.
      {attachments.length > 0 && (
        <>
          {' '}
          <strong>It leaves out {attachments.length === 1 ? 'the attachment' : 'the attachments'}:</strong>{' '}
          {attachments.map(({ name, size }, i) => (
            <>
              {i > 0 && ', '}
              {outside(name)} ({sizeText(size)})
            </>
          ))}
          .
        </>
      )}
    </>
  );
}
