import { lazyComponent } from '../../feedback/lazy-part.tsx'

/** Beside the name of a view: the table differs from it. */
export const ChangedChip = lazyComponent(() => import(/* webpackChunkName: "opened" */ './ChangedChip.tsx'), {
  prefetch: true,
})
