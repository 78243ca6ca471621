import type { Context } from '../../shared/domain/context.ts';
import { followLink } from '../../shared/domain/tracking/follow-link.ts';
import type { Operation } from './budgets.ts';

type Repeat = (name: Operation, run: (round: number) => Promise<unknown>) => Promise<void>;

const person = {
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const target = 'https://shop.example/orders/7?utm_source=mail';

/** Tracking pixels and links, each opened by its only recipient. `send` returns the id of a new email. */
export async function measureVisits(
  ctx: Context,
  repeat: Repeat,
  send: () => Promise<string>,
): Promise<void> {
  const visit = async (id: string, path: 'o' | 'c', user_agent = person.user_agent) => {
    const [token = ''] = await ctx.signed_links.sign(id as `msg_${string}`, [
      { path, target: path === 'o' ? '' : target },
    ]);
    const to = await followLink(ctx, { path, token, visitor: { ...person, user_agent } });
    if (to === null) throw new Error('the link has no target');
  };
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push(await send());
  await repeat('open, first of its email', (round) => visit(ids[round] ?? '', 'o'));
  await repeat('open, another one', (round) => visit(ids[round] ?? '', 'o', `${person.user_agent} ${round}`));
  await repeat('open, the same again', (round) => visit(ids[round] ?? '', 'o'));
  await repeat('click, first of its email', (round) => visit(ids[round + 5] ?? '', 'c'));
}
