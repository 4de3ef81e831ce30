import { lazyComponent } from '../feedback/lazy-part.tsx'

/** Actions of other remotes on the selected records. */
export const BulkActions = lazyComponent(() => import(/* webpackChunkName: "slots" */ './BulkActions.tsx'))
