import type { ConfigurationConflict } from '@portal/contract'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Radio,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { t } from '../../texts.ts'
import { settingLabel, formatValue } from '../../words/setting-labels.ts'
import type { Settings, SettingsConflict } from './use-settings.ts'

interface SideProps {
  conflict: ConfigurationConflict
  isTheirs: boolean
  isChosen: boolean
  onChoose: () => void
}

function Side({ conflict: { path, field, mine, theirs }, isTheirs, isChosen, onChoose }: SideProps) {
  const setting = settingLabel(path)
  return (
    <Box
      component="label"
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', cursor: 'pointer', overflowWrap: 'anywhere' }}
    >
      <Radio
        size="small"
        sx={{ padding: 0 }}
        name={`conflict-${field}`}
        checked={isChosen}
        onChange={onChoose}
        input={{ 'aria-label': t(isTheirs ? 'acceptRemote' : 'overwriteRemote', { setting }) }}
      />
      <span>{formatValue(path, isTheirs ? theirs : mine)}</span>
    </Box>
  )
}

interface ConflictProps {
  conflict: SettingsConflict
  settings: Settings
}

/**
 * Shown when somebody else saved the configuration in the meantime: for settings both changed, the user
 * chooses; other changes are kept.
 */
export function SettingsConflictDialog({ conflict: { conflicts, others, mine }, settings }: ConflictProps) {
  const titleId = useId()
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (field: string, isTheirs: boolean) =>
    setTheirs((known) => new Set(isTheirs ? [...known, field] : [...known].filter((each) => each !== field)))
  const alone = mine.filter(({ field }) => !conflicts.some((conflict) => conflict.field === field))
  return (
    <Dialog open maxWidth="md" fullWidth aria-labelledby={titleId} onClose={settings.postpone}>
      <DialogTitle id={titleId}>{t('conflictTitle')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ paddingBottom: 3 }}>
          {t(conflicts.length === 0 ? 'conflictClean' : 'conflictText')}
        </Typography>
        <Table
          size="small"
          sx={{
            tableLayout: 'fixed',
            '& td, & th': { verticalAlign: 'top', overflowWrap: 'anywhere', paddingInline: { xs: 1, sm: 4 } },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('setting')}</TableCell>
              <TableCell>{t('mine')}</TableCell>
              <TableCell>{t('theirs')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {conflicts.map((each) => (
              <TableRow key={each.field}>
                <TableCell component="th" scope="row">
                  {settingLabel(each.path)}
                </TableCell>
                <TableCell>
                  <Side
                    conflict={each}
                    isTheirs={false}
                    isChosen={!theirs.has(each.field)}
                    onChoose={() => choose(each.field, false)}
                  />
                </TableCell>
                <TableCell>
                  <Side
                    conflict={each}
                    isTheirs
                    isChosen={theirs.has(each.field)}
                    onChoose={() => choose(each.field, true)}
                  />
                </TableCell>
              </TableRow>
            ))}
            {alone.map(({ path, field, to }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {settingLabel(path)}
                </TableCell>
                <TableCell>{formatValue(path, to)}</TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{t('alsoMine')}</TableCell>
              </TableRow>
            ))}
            {others.map(({ path, field, to }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {settingLabel(path)}
                </TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{t('alsoTheirs')}</TableCell>
                <TableCell>{formatValue(path, to)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={settings.postpone}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => settings.settle(conflicts.filter(({ field }) => !theirs.has(field)))}
        >
          {t('saveAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
