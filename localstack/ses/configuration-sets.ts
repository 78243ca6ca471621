import { SesError } from './errors.ts';

type EventDestination = {
  Name: string;
  Enabled: boolean;
  MatchingEventTypes: string[];
  SnsDestination?: { TopicArn: string };
};

/** A configuration set as in SES v2, with its event destinations. */
export type ConfigurationSet = {
  ConfigurationSetName: string;
  SendingOptions?: { SendingEnabled?: boolean };
  SuppressionOptions?: { SuppressedReasons?: string[]; SuppressionScope?: 'ACCOUNT' | 'TENANT' };
  EventDestinations: EventDestination[];
  [option: string]: unknown;
};

/** The account's configuration sets, from the deployed template and from SES v2 calls. */
export function createConfigurationSets(kept: ConfigurationSet[]) {
  const sets = new Map(kept.map((set) => [set.ConfigurationSetName, set]));

  function get(name: string): ConfigurationSet {
    const set = sets.get(name);
    if (!set) throw new SesError('not_found', `Configuration set <${name}> does not exist.`);
    return set;
  }

  return {
    get,
    list: () => [...sets.values()],

    put(deployed: ConfigurationSet[]): void {
      for (const set of deployed) sets.set(set.ConfigurationSetName, set);
    },

    create(input: Record<string, unknown>): void {
      const name = String(input.ConfigurationSetName ?? '');
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
        throw new SesError('invalid', `Invalid configuration set name <${name}>.`);
      if (sets.has(name)) throw new SesError('exists', `Configuration set <${name}> already exists.`);
      sets.set(name, { ...input, ConfigurationSetName: name, EventDestinations: [] });
    },

    remove(name: string): void {
      get(name);
      sets.delete(name);
    },

    /** The options of a set that one call changes. */
    change(name: string, options: Partial<ConfigurationSet>): void {
      Object.assign(get(name), options);
    },

    addDestination(name: string, destination: EventDestination): void {
      const set = get(name);
      if (set.EventDestinations.some(({ Name }) => Name === destination.Name))
        throw new SesError('exists', `An event destination <${destination.Name}> already exists.`);
      set.EventDestinations.push(destination);
    },
  };
}

export type ConfigurationSets = ReturnType<typeof createConfigurationSets>;

/** SES's API name for an event type: `DeliveryDelay` and `deliveryDelay` become `DELIVERY_DELAY`. */
export const eventName = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/** The topics that get an event of this type. */
export function topicsFor(set: ConfigurationSet | undefined, type: string): string[] {
  return (set?.EventDestinations ?? [])
    .filter(({ Enabled, MatchingEventTypes }) => Enabled && MatchingEventTypes.includes(eventName(type)))
    .flatMap(({ SnsDestination }) => SnsDestination?.TopicArn ?? []);
}
