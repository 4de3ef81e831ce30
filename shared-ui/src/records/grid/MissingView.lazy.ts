import { lazyComponent } from '../../feedback/lazy-part.tsx'

/** Says that the view of the address does not exist. */
export const MissingView = lazyComponent(() => import(/* webpackChunkName: "opened" */ './MissingView.tsx'))
