import type { Identity } from './identities.ts';
import type { Routes } from './state.ts';
import { checkUnused } from './tenant-resources.ts';

function kind(identity: Identity): string {
  return identity.name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN';
}

function dkimAttributes(identity: Identity): Record<string, unknown> {
  const { selector, tokens, status } = identity;
  return {
    SigningEnabled: true,
    Status: status,
    Tokens: selector ? [selector] : tokens,
    SigningAttributesOrigin: selector ? 'EXTERNAL' : 'AWS_SES',
  };
}

function verificationStatus(identity: Identity): string {
  if (identity.verified) return 'SUCCESS';
  return identity.status === 'FAILED' ? 'FAILED' : 'PENDING';
}

function identityAnswer(identity: Identity): Record<string, unknown> {
  const mailFrom = identity.mail_from
    ? { MailFromDomain: identity.mail_from, MailFromDomainStatus: identity.mail_from_status }
    : {};
  return {
    IdentityType: kind(identity),
    FeedbackForwardingStatus: identity.feedback_forwarding,
    VerifiedForSendingStatus: identity.verified,
    VerificationStatus: verificationStatus(identity),
    DkimAttributes: dkimAttributes(identity),
    MailFromAttributes: { ...mailFrom, BehaviorOnMxFailure: identity.on_mx_failure },
    Policies: {},
    Tags: identity.tags,
    ConfigurationSetName: identity.configuration_set,
  };
}

function summary(identity: Identity): Record<string, unknown> {
  return {
    IdentityType: kind(identity),
    IdentityName: identity.name,
    SendingEnabled: identity.verified,
    VerificationStatus: verificationStatus(identity),
  };
}

export const identityRoutes: Routes = {
  'POST /identities': (ses, { body }) => {
    const identity = ses.identities.create(body.EmailIdentity ?? '', body.DkimSigningAttributes);
    identity.tags = body.Tags ?? [];
    identity.configuration_set = body.ConfigurationSetName;
    return {
      IdentityType: kind(identity),
      VerifiedForSendingStatus: identity.verified,
      DkimAttributes: dkimAttributes(identity),
    };
  },
  'POST /list-identities': (ses) => ({ EmailIdentities: ses.identities.list().map(summary) }),
  'GET /identities/*': async (ses, { names: [name = ''] }) =>
    identityAnswer(await ses.identities.check(name)),
  'DELETE /identities/*': (ses, { names: [name = ''] }) => {
    checkUnused(ses, `identity/${name.toLowerCase()}`);
    ses.identities.remove(name);
  },
  'PUT /identities/*/dkim/signing': (ses, { names: [name = ''], body }) => {
    ses.identities.changeSigning(name, body.SigningAttributes);
    const { Status, Tokens } = dkimAttributes(ses.identities.get(name));
    return { DkimStatus: Status, DkimTokens: Tokens };
  },
  'PUT /identities/*/mail-from': (ses, { names: [name = ''], body }) => {
    const { MailFromDomain, BehaviorOnMxFailure = 'USE_DEFAULT_VALUE' } = body;
    ses.identities.changeMailFrom(name, MailFromDomain || undefined, BehaviorOnMxFailure);
  },
  'PUT /identities/*/feedback': (ses, { names: [name = ''], body }) => {
    ses.identities.get(name).feedback_forwarding = body.EmailForwardingEnabled === true;
  },
  'POST /tags': (ses, { body }) => {
    const [, name = ''] = String(body.ResourceArn).split(':identity/');
    ses.identities.tag(name, body.Tags ?? []);
  },
  'DELETE /tags': (ses, { query }) => {
    const [, name = ''] = String(query.get('ResourceArn')).split(':identity/');
    const identity = ses.identities.get(name);
    identity.tags = identity.tags.filter(({ Key }) => !query.getAll('TagKeys').includes(Key));
  },
};
