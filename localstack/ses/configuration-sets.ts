import { SesError } from './errors.ts';

type EventDestination = {
  Name: string;
  Enabled: boolean;
  MatchingEventTypes: string[];
  SnsDestination?: { TopicArn: string };
};

/** A configuration set in the shape of SES v2, with its event destinations. */
export type ConfigurationSet = {
  ConfigurationSetName: string;
  SendingOptions?: { SendingEnabled?: boolean };
  SuppressionOptions?: { SuppressedReasons?: string[]; SuppressionScope?: 'ACCOUNT' | 'TENANT' };
  EventDestinations: EventDestination[];
  [option: string]: unknown;
};

export type LoadConfigurationSet = (name: string) => Promise<ConfigurationSet | undefined>;

const freshFor = 5_000;

/**
 * The configuration sets of the account: those made through the stand-in's own API, and behind them those that `load`
 * finds in the local cloud, asked for when a set is first named and again after 5 s.
 */
export function createConfigurationSets(load: LoadConfigurationSet, now: () => number) {
  const own = new Map<string, ConfigurationSet>();
  const loaded = new Map<string, { set: ConfigurationSet; until: number }>();

  async function find(name: string): Promise<ConfigurationSet | undefined> {
    const mine = own.get(name);
    if (mine) return mine;
    const known = loaded.get(name);
    if (known && known.until > now()) return known.set;
    const set = await load(name).catch((error) => {
      // A cloud that does not answer says nothing of the set: a sender that were told that there is none would give up.
      if (known === undefined) throw error;
      return known.set;
    });
    if (set) loaded.set(name, { set, until: now() + freshFor });
    else loaded.delete(name);
    return set;
  }

  async function get(name: string): Promise<ConfigurationSet> {
    const set = await find(name);
    if (!set) throw new SesError('not_found', `Configuration set <${name}> does not exist.`);
    return set;
  }

  /** The set as one of ours, so that a change made here holds. */
  async function adopt(name: string): Promise<ConfigurationSet> {
    const set = structuredClone(await get(name));
    own.set(name, set);
    return set;
  }

  return {
    get,

    async create(input: Record<string, unknown>): Promise<void> {
      const name = String(input.ConfigurationSetName ?? '');
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        throw new SesError('invalid', `Invalid configuration set name <${name}>.`);
      if (await find(name)) throw new SesError('exists', `Configuration set <${name}> already exists.`);
      own.set(name, { ...input, ConfigurationSetName: name, EventDestinations: [] });
    },

    async remove(name: string): Promise<void> {
      await get(name);
      own.delete(name);
    },

    async setSuppression(name: string, options: ConfigurationSet['SuppressionOptions']): Promise<void> {
      (await adopt(name)).SuppressionOptions = options;
    },

    async setDelivery(name: string, options: Record<string, unknown>): Promise<void> {
      (await adopt(name)).DeliveryOptions = options;
    },

    async addDestination(name: string, destination: EventDestination): Promise<void> {
      const set = await adopt(name);
      if (set.EventDestinations.some(({ Name }) => Name === destination.Name))
        throw new SesError('exists', `An event destination <${destination.Name}> already exists.`);
      set.EventDestinations.push(destination);
    },

    async changeDestination(name: string, destination: EventDestination | { Name: string }): Promise<void> {
      const set = await adopt(name);
      const at = set.EventDestinations.findIndex(({ Name }) => Name === destination.Name);
      if (at === -1)
        throw new SesError('not_found', `Event destination <${destination.Name}> does not exist.`);
      set.EventDestinations.splice(at, 1, ...('Enabled' in destination ? [destination] : []));
    },
  };
}

export type ConfigurationSets = ReturnType<typeof createConfigurationSets>;

/** The topics that an event of this type goes to: `Send` matches `SEND`, `DeliveryDelay` `DELIVERY_DELAY`. */
export function topicsFor(set: ConfigurationSet | undefined, type: string): string[] {
  const wanted = type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  return (set?.EventDestinations ?? [])
    .filter(({ Enabled, MatchingEventTypes }) => Enabled && MatchingEventTypes.includes(wanted))
    .flatMap(({ SnsDestination }) => SnsDestination?.TopicArn ?? []);
}
