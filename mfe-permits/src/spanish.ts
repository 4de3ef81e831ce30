import type { Spanish } from '@portal/shared-ui/i18n'
import { es as clientActionsTexts } from './client-actions/texts.es.ts'
import { es as permitCommentsTexts } from './comments/texts.es.ts'
import { es as permitBoardTexts } from './features/board/texts.es.ts'
import { es as permitCalendarTexts } from './features/calendar/texts.es.ts'
import { es as permitCorrectionsTexts } from './features/corrections/texts.es.ts'
import { es as permitDocumentsTexts } from './features/documents/texts.es.ts'
import { es as permitMoneyTexts } from './features/money/texts.es.ts'
import { es as permitOverviewTexts } from './features/overview/texts.es.ts'
import { es as permitPipelineTexts } from './features/pipeline/texts.es.ts'
import { es as permitDiscoveredTexts } from './discovered/texts.es.ts'
import { es as permitDecisionsTexts } from './decisions/texts.es.ts'
import { es as permitProposalsTexts } from './proposals/texts.es.ts'
import { es as permitStatusTexts } from './features/status/texts.es.ts'
import { es as headStepsTexts } from './features/steps/texts.es.ts'
import { es as permitWorkloadTexts } from './features/workload/texts.es.ts'
import { es as permitPartsTexts } from './parts/texts.es.ts'
import { es as permitSignOffTexts } from './sign-off/texts.es.ts'
import { es as permitStepsTexts } from './steps/texts.es.ts'

/** The Spanish texts of this package by namespace, in one chunk that English pages do not load. */
export const spanish: Spanish = {
  'client-actions': clientActionsTexts,
  'permit-comments': permitCommentsTexts,
  'permit-board': permitBoardTexts,
  'permit-calendar': permitCalendarTexts,
  'permit-corrections': permitCorrectionsTexts,
  'permit-documents': permitDocumentsTexts,
  'permit-discovered': permitDiscoveredTexts,
  'permit-money': permitMoneyTexts,
  'permit-overview': permitOverviewTexts,
  'permit-pipeline': permitPipelineTexts,
  'permit-decisions': permitDecisionsTexts,
  'permit-proposals': permitProposalsTexts,
  'permit-status': permitStatusTexts,
  'head-steps': headStepsTexts,
  'permit-parts': permitPartsTexts,
  'permit-sign-off': permitSignOffTexts,
  'permit-steps': permitStepsTexts,
  'permit-workload': permitWorkloadTexts,
}
