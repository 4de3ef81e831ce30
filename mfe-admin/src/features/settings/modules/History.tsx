import type { DeployedRemote } from '@portal/contract'
import { formatDateTime } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { moduleName } from '../../../words/names.ts'
import { whoDid } from './deployment-words.ts'
import { t } from './texts.ts'

/** Who deployed which version of a module, when, and with which note. */
export function History({ remote: { name, history } }: { remote: DeployedRemote }) {
  return (
    <Box
      component="ol"
      aria-label={t('historyOf', { name: moduleName(name) })}
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        color: 'text.secondary',
        overflowWrap: 'anywhere',
        '& > li + li': { paddingTop: 1 },
      }}
    >
      {history.map((step) => (
        <li key={`${step.at} ${step.version} ${step.action}`}>
          {t(`step_${step.action}`, {
            by: whoDid(step.by),
            version: step.version,
            from: step.from ?? t('nothingBefore'),
          })}{' '}
          {formatDateTime(step.at)}
          {step.note !== null && ` “${step.note}”`}
        </li>
      ))}
    </Box>
  )
}
