import { lazyComponent } from '../../frame/lazy-component.tsx'

/** Says which branches this page previews. */
export const { Part: PreviewBanner } = lazyComponent(
  () => import(/* webpackChunkName: "previews" */ './PreviewBanner.tsx'),
)
