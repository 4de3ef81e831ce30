import type { PopoverProps } from '@mui/material/Popover'
import { lazyPopup } from '../feedback/lazy-popup.tsx'

/** Material UI's Popover. Its code is not needed to show a page of records. */
export const Popover = lazyPopup<PopoverProps>(
  () => import(/* webpackChunkName: "opened" */ './Popover.tsx'),
  { prefetch: true },
)
