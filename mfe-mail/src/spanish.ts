import type { Spanish } from '@portal/shared-ui/i18n'
import { es as mailComposeTexts } from './features/compose/texts.es.ts'
import { es as mailTexts } from './texts.es.ts'

/** The Spanish texts of this package by namespace, in one chunk that English pages do not load. */
export const spanish: Spanish = {
  'mail-compose': mailComposeTexts,
  mail: mailTexts,
}
