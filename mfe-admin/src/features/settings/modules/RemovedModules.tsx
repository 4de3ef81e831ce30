import type { RemovedRemote } from '@portal/contract'
import { Row, Rows, formatDateTime } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { moduleName } from '../../../words/names.ts'
import { restoreModule } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

function RemovedRow({
  module: { name, owner, version, removedAt, removedBy, note, until },
}: {
  module: RemovedRemote
}) {
  const id = useId()
  const restore = useDeploying(restoreModule, {
    done: () => t('restored', { name: moduleName(name) }),
    failed: t('notRestored'),
  })
  return (
    <Row
      titleId={id}
      title={moduleName(name)}
      mark={<Typography component="span">{version}</Typography>}
      facts={[
        t('ownedBy', { owner }),
        t('removedBy', { at: formatDateTime(removedAt), by: removedBy }),
        t('restorableUntil', { at: formatDateTime(until) }),
        ...(note === null ? [] : [`“${note}”`]),
      ]}
    >
      <Button
        size="small"
        variant="outlined"
        aria-describedby={id}
        aria-busy={restore.isPending}
        disabled={restore.isPending}
        onClick={() => restore.mutate(name)}
      >
        {t('restore')}
      </Button>
    </Row>
  )
}

/** The modules that were removed in the last 30 days. */
export function RemovedModules({ modules }: { modules: readonly RemovedRemote[] }) {
  if (modules.length === 0) return null
  return (
    <Box sx={{ paddingTop: 4 }}>
      <Typography variant="h3" sx={{ paddingBottom: 2 }}>
        {t('removedModules')}
      </Typography>
      <Rows label={t('removedModules')}>
        {modules.map((module) => (
          <RemovedRow key={module.name} module={module} />
        ))}
      </Rows>
    </Box>
  )
}
