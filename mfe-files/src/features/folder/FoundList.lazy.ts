import { lazyComponent } from '@portal/shared-ui'
import type { FoundListProps } from './FoundList.tsx'

/** The hits of a search. */
export const FoundList = lazyComponent<FoundListProps>(() => import('./FoundList.tsx'))
