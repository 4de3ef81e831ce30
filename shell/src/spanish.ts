import { labels as sharedLabels, spanish as sharedTexts } from '@portal/shared-ui/spanish'
import type { Spanish } from '@portal/shared-ui/i18n'
import { reasonsEs } from './federation/reasons.es.ts'
import { es as shellAccountTexts } from './features/account/texts.es.ts'
import { es as shellAppsTexts } from './features/apps/texts.es.ts'
import { es as shellNotificationsTexts } from './notifications/texts.es.ts'
import { es as shellOrganizationTexts } from './features/organization/texts.es.ts'
import { es as shellPaletteTexts } from './features/palette/texts.es.ts'
import { es as shellPreviewTexts } from './features/preview/texts.es.ts'
import { es as shellTexts } from './texts.es.ts'

/** The Spanish texts of this package by namespace, in one chunk that English pages do not load. */
export const spanish: Spanish = {
  ...sharedTexts,
  'shell-account': shellAccountTexts,
  'shell-apps': shellAppsTexts,
  'shell-notifications': shellNotificationsTexts,
  'shell-organization': shellOrganizationTexts,
  'shell-palette': shellPaletteTexts,
  'shell-preview': shellPreviewTexts,
  shell: shellTexts,
}

export const labels = { ...sharedLabels, ...reasonsEs }
