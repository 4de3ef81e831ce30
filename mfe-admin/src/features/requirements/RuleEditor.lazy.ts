import { lazyComponent } from '@portal/shared-ui'

/** The form of a rule, with conditions and amounts of fees. */
export const RuleEditor = lazyComponent(() => import('./RuleEditor.tsx'))
