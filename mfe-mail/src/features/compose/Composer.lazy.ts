import { lazyComponent } from '@portal/shared-ui'
import type { ComposerProps } from './composer-props.ts'

/** The composer; its code is loaded on first use. */
export const Composer = lazyComponent<ComposerProps>(() => import('./Composer.tsx'))
