import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { RecordConditionsProps } from './RecordConditions.tsx'

/**
 * The conditions of a permit or of an organization by when they must be met, with all that may be done about
 * them.
 */
export const RecordConditions = lazyComponent<RecordConditionsProps>(async () => ({
  default: (await import('./RecordConditions.tsx')).RecordConditions,
}))
