/** What a region did in a turn, piece by piece, told from its events. */
import type { TurnState } from '../store/turns.ts';
import { AnswerDetails, AttemptDetails, ContextDetails, MemoryFound } from './call-details.tsx';
import { toolsOf } from './step-summary.ts';
import { knowledgeOf, type Region } from './story.ts';
import {
  JudgementDetails,
  OutcomeDetails,
  StepDetails,
  ToolsUsed,
  WrittenDetails,
} from './tool-details.tsx';

interface RegionDetailsProps {
  readonly region: Region;
  readonly turn: TurnState;
}

export function hasDetails(region: Region, turn: TurnState): boolean {
  switch (region) {
    case 'prefrontal':
      return turn.calls.some(({ context }) => context);
    case 'cortex':
      return memoriesOf(turn).length > 0;
    case 'thalamus':
      return turn.calls.some(({ provider }) => provider);
    case 'language':
      return turn.calls.some(({ text, thinking, usage }) => text || thinking || usage);
    case 'amygdala':
      return Object.values(turn.tools).some(({ safety, ask }) => safety || ask);
    case 'motor':
    case 'cerebellum':
      return toolsOf(turn).length > 0;
    case 'hippocampus':
      return turn.memory !== undefined;
    case 'basalganglia':
      return turn.memory !== undefined && toolsOf(turn).length > 0;
  }
}

export function RegionDetails({ region, turn }: RegionDetailsProps) {
  switch (region) {
    case 'prefrontal':
      return <ContextDetails turn={turn} />;
    case 'cortex':
      return <MemoryFound {...memoryRows(turn)} />;
    case 'thalamus':
      return <AttemptDetails turn={turn} />;
    case 'language':
      return <AnswerDetails turn={turn} />;
    case 'amygdala':
      return <JudgementDetails turn={turn} />;
    case 'motor':
      return <StepDetails turn={turn} />;
    case 'cerebellum':
      return <ToolsUsed turn={turn} />;
    case 'hippocampus':
      return <WrittenDetails turn={turn} />;
    case 'basalganglia':
      return <OutcomeDetails turn={turn} />;
  }
}

function memoryRows(turn: TurnState) {
  const knowledge = knowledgeOf(turn);
  const ofMemory = (rows: typeof included) => rows.filter((one) => one.category === 'memory');
  const included = knowledge?.included ?? [];
  return { included: ofMemory(included), dropped: ofMemory(knowledge?.dropped ?? []) };
}

function memoriesOf(turn: TurnState) {
  const { included, dropped } = memoryRows(turn);
  return [...included, ...dropped];
}
