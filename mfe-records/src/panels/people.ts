import { createPanel } from '@portal/shared-ui'
import { PeoplePanel } from '../features/people/PeoplePanel.tsx'

/** The tab `People` of permits and organizations. */
export const { mountInto } = createPanel(PeoplePanel, () => import('../spanish.ts'))
