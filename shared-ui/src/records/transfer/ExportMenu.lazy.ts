import { lazyPopup } from '../../feedback/lazy-popup.tsx'

/** The formats of an export. Its code follows the first rows. */
export const ExportMenu = lazyPopup(() => import(/* webpackChunkName: "opened" */ './ExportMenu.tsx'), {
  prefetch: true,
})
