import type { PanelProps } from '@portal/shared-ui'
import { Stack } from '@portal/shared-ui/mui'
import { GroupList } from './GroupList.tsx'
import { t } from './texts.ts'

/** The permits of an organization: pending ones by stage, decided ones by status. Source: domain.md 4. */
export function PermitsByStage({ pid }: Pick<PanelProps, 'pid'>) {
  const filter = { org: pid }
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <GroupList
        title={t('onWay')}
        none={t('noneOnWay')}
        of={{ collection: 'permits', groupBy: 'pipelineStage', filter }}
      />
      <GroupList
        title={t('decided')}
        none={t('noneDecided')}
        of={{ collection: 'processed', groupBy: 'status', filter }}
      />
    </Stack>
  )
}
