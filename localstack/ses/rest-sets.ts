import { SesError } from './errors.ts';
import type { Routes } from './rest-routes.ts';
import { checkUnused } from './tenant-resources.ts';

export const setRoutes: Routes = {
  'POST /configuration-sets': (ses, { body }) => ses.sets.create(body),
  'GET /configuration-sets/*': async (ses, { names: [name = ''] }) => {
    const { EventDestinations, ...set } = await ses.sets.get(name);
    return set;
  },
  'DELETE /configuration-sets/*': (ses, { names: [name = ''] }) => {
    checkUnused(ses, `configuration-set/${name}`);
    return ses.sets.remove(name);
  },
  'GET /configuration-sets/*/event-destinations': async (ses, { names: [name = ''] }) => ({
    EventDestinations: (await ses.sets.get(name)).EventDestinations,
  }),
  'POST /configuration-sets/*/event-destinations': (ses, { names: [name = ''], body }) => {
    const definition = body.EventDestination ?? {};
    if (!definition.MatchingEventTypes?.length) {
      throw new SesError('invalid', 'At least one event type must be specified.');
    }
    const destination = { Enabled: false, ...definition, Name: body.EventDestinationName };
    return ses.sets.addDestination(name, destination);
  },
  'PUT /configuration-sets/*/event-destinations/*': (ses, { names: [name = '', Name = ''], body }) =>
    ses.sets.changeDestination(name, { Enabled: false, ...body.EventDestination, Name }),
  'DELETE /configuration-sets/*/event-destinations/*': (ses, { names: [name = '', Name = ''] }) =>
    ses.sets.changeDestination(name, { Name }),
  'PUT /configuration-sets/*/suppression-options': (ses, { names: [name = ''], body }) =>
    ses.sets.setSuppression(name, body),
};
