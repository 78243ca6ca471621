import { isAppError } from '../../shared/core/errors.ts';
import { readControl } from '../../shared/domain/sending/control-headers.ts';

const messagesOf = (headers: Record<string, string>): unknown => {
  try {
    return readControl(new Map(Object.entries(headers)));
  } catch (error) {
    const issues = isAppError(error) ? (error.details?.issues as { message: string }[]) : [];
    return issues.map(({ message }) => message);
  }
};

test.each([
  [{ 'x-service-tag': 'a=b' }, ['x-service-tag: unknown header. Did you mean X-Service-Tags?']],
  [
    { 'x-service-schedule-at': 'x' },
    ['x-service-schedule-at: unknown header. Did you mean X-Service-Scheduled-At?'],
  ],
  [{ 'x-service-color': 'x' }, ['x-service-color: unknown header']],
  [{ 'x-service-category': 'x' }, ['X-Service-Category: must be one of transactional, product, newsletter']],
])('the control headers %j are refused in our words [R11, A73]', (headers, messages) => {
  expect(messagesOf(headers)).toEqual(messages);
});
