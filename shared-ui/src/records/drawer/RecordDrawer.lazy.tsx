import Box from '@mui/material/Box'
import { lazyComponent } from '../../feedback/lazy-part.tsx'
import type { RecordDrawerProps } from './RecordDrawer.tsx'

/** The open record beside its table. Its code follows the first rows. */
export const RecordDrawer = lazyComponent<RecordDrawerProps>(
  () => import(/* webpackChunkName: "opened" */ './RecordDrawer.tsx'),
  {
    fallback: <Box aria-busy />,
    prefetch: true,
  },
)
