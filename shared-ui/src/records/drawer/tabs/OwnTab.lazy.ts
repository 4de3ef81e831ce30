import { lazyComponent } from '../../../feedback/lazy-part.tsx'

/** A tab of the record other than Details, such as its notes or its history. */
export const OwnTab = lazyComponent(() => import('./OwnTab.tsx'))
