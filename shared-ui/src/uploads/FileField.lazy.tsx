import Skeleton from '@mui/material/Skeleton'
import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { FileFieldProps } from './FileField.tsx'

/** Chooses one of the files of a record; empty text for none. */
export const FileField = lazyComponent<FileFieldProps>(
  async () => ({ default: (await import('./FileField.tsx')).FileField }),
  {
    fallback: <Skeleton variant="rounded" animation={false} height={60} />,
  },
)
