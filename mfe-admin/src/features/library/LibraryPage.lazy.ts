import { lazyComponent } from '@portal/shared-ui'

/** The library as one file, with the schemas of its parts. */
export const LibraryPage = lazyComponent(() => import('./LibraryPage.tsx'))
