import type { AnyRecord, Declaration, AvailableTransition } from '@portal/contract'
import { ApiProblem, titleOf } from '@portal/shared-ui'
import { Box, Button, LinearProgress, Menu, MenuItem, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { Moves } from './moves.ts'
import { t } from './texts.ts'

/**
 * The transitions of a card as a menu, for keyboard and touch. Refused ones are listed with their reasons.
 */
export function MoveMenu({
  declaration,
  card,
  moves: { stepsOf, take },
}: {
  declaration: Declaration
  card: AnyRecord
  moves: Moves
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [steps, setSteps] = useState<readonly AvailableTransition[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const label = t('move', { title: titleOf(declaration, card) })
  const open = async (button: HTMLElement) => {
    setAnchor(button)
    setSteps(null)
    setTrouble(null)
    try {
      setSteps((await stepsOf(card)).transitions)
    } catch (error) {
      setTrouble(
        t('stepsFailed', { why: error instanceof ApiProblem ? error.problem.detail : String(error) }),
      )
    }
  }
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{
          position: 'relative',
          zIndex: 1,
          flex: 'none',
          minHeight: 24,
          paddingBlock: 0,
          paddingInline: 1.5,
          marginInlineEnd: -1.5,
          color: 'text.secondary',
        }}
        onClick={({ currentTarget }) => void open(currentTarget)}
      >
        {t('moveShort')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 340 } } }}
      >
        {steps === null && trouble === null && (
          <MenuItem disabled>
            <LinearProgress aria-label={t('moveTo')} sx={{ width: 200 }} />
          </MenuItem>
        )}
        {trouble !== null && <MenuItem onClick={close}>{trouble}</MenuItem>}
        {steps?.length === 0 && <MenuItem onClick={close}>{t('noSteps')}</MenuItem>}
        {steps?.map((step) => (
          <MenuItem
            key={step.to}
            aria-disabled={!step.allowed}
            sx={{ display: 'block', whiteSpace: 'normal', ...(!step.allowed && { cursor: 'default' }) }}
            onClick={() => {
              if (!step.allowed) return
              close()
              void take(card, step)
            }}
          >
            <Box sx={{ color: step.allowed ? 'text.primary' : 'text.secondary' }}>{step.label}</Box>
            {!step.allowed && (
              <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                {[t('notNow'), ...step.whyNot].join(': ')}
              </Typography>
            )}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
