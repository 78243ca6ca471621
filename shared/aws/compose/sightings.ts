import type { Sightings } from '../../domain/context.ts';
import { sightingStore } from '../../store/sightings.ts';
import type { Family } from './compose.ts';

/** What the operator's doctor looks for. */
export const sightings: Family<Sightings> = ({ table }) => ({ sightings: sightingStore(table) });
