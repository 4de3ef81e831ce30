import { entryLabelsEs } from '@portal/contract/spanish-entry'
import { entrySpanish } from '@portal/shared-ui/entry-spanish'
import type { Spanish } from '@portal/shared-ui/i18n'
import { es as shellTexts } from '../texts.es.ts'

/** The Spanish texts and labels of the sign-in pages. Those of the portal come with the portal. */
export const doorTexts: Spanish = { ...entrySpanish, shell: shellTexts }

export const doorLabels = entryLabelsEs
