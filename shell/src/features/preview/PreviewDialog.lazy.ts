import { lazyComponent } from '../../frame/lazy-component.tsx'

/** Asks before a preview is opened. */
export const { Part: PreviewDialog } = lazyComponent(
  () => import(/* webpackChunkName: "previews" */ './PreviewDialog.tsx'),
)
