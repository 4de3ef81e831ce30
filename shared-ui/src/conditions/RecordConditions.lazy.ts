import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { RecordConditionsProps } from './RecordConditions.tsx'

/** The conditions of a permit or an organization, grouped by when they must be met, with their actions. */
export const RecordConditions = lazyComponent<RecordConditionsProps>(async () => ({
  default: (await import('./RecordConditions.tsx')).RecordConditions,
}))
