import { es as sharedApiTexts } from './api/texts.es.ts'
import type { Spanish } from './i18n/language.ts'

/** The Spanish texts that pages before the sign-in use; `spanish.ts` has all. */
export const entrySpanish: Spanish = { 'shared-api': sharedApiTexts }
