import { ruleSetName } from '../constructs/rule-set.ts';
import { type Facts, type Finding, ok, stop, unseen, type Wanted, warn } from './finding.ts';
import { cheaperPlan, sesPerMillion } from './prices.ts';

export function judgeSes({ ses, region }: Facts, { context }: Wanted): Finding[] {
  if (ses === undefined) return [unseen('SES', 'ses:GetAccount')];
  const findings: Finding[] = [];
  if (!ses.sending) {
    const fix = `The SES console for ${region} shows the reason, and you can appeal there. Mail stays queued for 24 hours.`;
    findings.push(warn('SES has paused sending for this account', fix));
  }
  if (!ses.production) {
    const fix = 'Request production access: npm run deploy -- --request-production --website <url>';
    const text = `SES is in its sandbox in ${region}, so it sends at most ${ses.per_day} emails per day, and only to verified addresses`;
    return [...findings, warn(text, fix), ...(context?.sendFrom ? [unconditioned] : [])];
  }
  return [...findings, ok(`SES limits: ${ses.per_second} emails per second, ${ses.per_day} per day`)];
}

/** SES's sandbox also authorizes the recipient's identity. */
const unconditioned: Finding = {
  level: 'warn',
  text: 'sendFrom has no effect while SES is in its sandbox, so this stage can send from any verified domain',
  fix: 'Deploy again after SES grants production access.',
};

/**
 * Plans are per AWS account and region. Accounts created since July 2026 start with the more expensive plan.
 */
export function judgePlan({ ses }: Facts): Finding[] {
  const { plan, next_plan: next } = ses ?? {};
  if (plan === undefined) return [];
  const price = sesPerMillion[plan];
  const fix = cheaperPlan(next ?? plan);
  const later = next && next !== plan ? `. The plan changes to ${next} next month` : '';
  if (price === undefined)
    return [
      warn(`the price of SES plan ${plan} is unknown${later}`, 'See https://aws.amazon.com/ses/pricing/.'),
    ];
  const text = `SES plan ${plan} costs $${price} per million emails${later}`;
  return [fix ? warn(text, fix) : ok(text)];
}

/** SES uses one rule set per account and region, so another deployment would stop receiving. */
export function judgeRuleSet({ rule_set, region }: Facts, { stage = '' }: Wanted): Finding {
  if (rule_set === undefined)
    return unseen('the active SES receipt rule set', 'ses:DescribeActiveReceiptRuleSet');
  const own = ruleSetName({ stage });
  if (rule_set === null || rule_set === own) return ok(`SES receives mail in ${region} with rule set ${own}`);
  const fix =
    'Deploy to another region or account, or run aws ses set-active-receipt-rule-set to deactivate that rule set';
  return stop(`SES in ${region} already uses rule set ${rule_set}, and only one can be active`, fix);
}
