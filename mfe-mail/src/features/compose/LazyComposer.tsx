import { lazyComponent } from '@portal/shared-ui'
import type { ComposerProps } from './composer-props.ts'

/** The composer; its code comes when somebody first writes. */
export const LazyComposer = lazyComponent<ComposerProps>(() => import('./Composer.tsx'))
