import type { StatusMapSettings } from '@portal/contract'
import { formatDateTime } from '@portal/shared-ui'
import { Box, Button, TableCell, TableRow } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { WideTable } from '../../parts/WideTable.tsx'
import { formatMapChange } from './format-map.ts'
import { RevertDialog } from './RevertDialog.tsx'
import { t } from './texts.ts'
import type { StatusMapEditing } from './use-status-map.ts'

type Version = StatusMapSettings['versions'][number]
const maxTold = 4

function What({ version, statuses }: { version: Version; statuses: StatusMapSettings['statuses'] }) {
  const { number, note, revertedTo, moved, changes } = version
  const more = changes.length - maxTold
  const told = [
    ...(number === 0 ? [t('whatFirst')] : []),
    ...(revertedTo === null ? [] : [t('revertsTo', { number: revertedTo })]),
    ...changes.slice(0, maxTold).map((change) => formatMapChange(statuses, change)),
    ...(more > 0 ? [t('more', { count: more })] : []),
    ...(moved > 0 ? [t('moved', { count: moved })] : []),
  ]
  return (
    <>
      {note !== null && <strong>{note}</strong>}
      {told.map((line) => (
        <Box key={line} sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Box>
      ))}
    </>
  )
}

/** All published maps, newest first; each can be activated again. */
export function Versions({ editing }: { editing: StatusMapEditing }) {
  const { settings } = editing
  const [reverting, setReverting] = useState<Version | null>(null)
  return (
    <>
      <WideTable name={t('versions')} head={[t('version'), t('when'), t('who'), t('what')]}>
        {settings.versions.map((version) => (
          <TableRow key={version.number} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
              {version.number} {version.number === settings.published && `(${t('versionNow')})`}
            </TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              {version.at === null ? t('versionFirst') : formatDateTime(version.at)}
            </TableCell>
            <TableCell sx={{ minWidth: 120 }}>{version.by?.title}</TableCell>
            <TableCell>
              <What version={version} statuses={settings.statuses} />
            </TableCell>
            <TableCell sx={{ paddingBlock: 1 }}>
              {version.number !== settings.published && (
                <Button
                  size="small"
                  variant="outlined"
                  sx={{ whiteSpace: 'nowrap' }}
                  aria-label={t('revertVersion', { number: version.number })}
                  onClick={() => setReverting(version)}
                >
                  {t('revert')}
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </WideTable>
      {reverting !== null && (
        <RevertDialog editing={editing} version={reverting} onClose={() => setReverting(null)} />
      )}
    </>
  )
}
