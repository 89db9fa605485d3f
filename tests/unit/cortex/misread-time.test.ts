import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../brain/cortex/calendar.ts';
import { SAID_DAYS } from '../../../brain/cortex/time-spans.ts';
import { timesAsked, timesIn } from '../../../brain/cortex/times.ts';

/** A Saturday. */
const today = dayOf(new Date(2026, 10, 21));
const show = (day: number): string => new Date(day * 86_400_000).toISOString().slice(5, 10);
const spans = (found: readonly { readonly from: number; readonly to: number }[]): string =>
  found.map(({ from, to }) => (from === to ? show(from) : `${show(from)}..${show(to)}`)).join(', ');

describe('times in words', () => {
  it.each([
    ['yesterday', '11-20'],
    ['vorgestern', '11-19'],
    ['last Tuesday', '11-17'],
    ['letzten Dienstag', '11-17'],
    ['last Saturday', '11-14'],
    ['this Thursday', '11-19'],
    ['5 to 12 September', '09-05..09-12'],
    ['vom 5. bis 12. September', '09-05..09-12'],
    ['next Friday', '11-27'],
    ['last week', '11-09..11-15'],
    ['letzte Woche', '11-09..11-15'],
    ['two weeks ago', '11-03..11-11'],
    ['vor drei Tagen', '11-18'],
    ['in March', '03-01..03-31'],
    ['im März', '03-01..03-31'],
    ['on 2026-11-05', '11-05'],
    ['am 5.11.', '11-05'],
    ['am 5. November', '11-05'],
    ['March 14', '03-14'],
    ['the first week of July', '07-01..07-07'],
    ['in der ersten Märzwoche', '03-01..03-07'],
    ['the last Saturday in May', '05-30'],
    ['at the end of August', '08-21..08-31'],
    ['at Easter', '04-03..04-06'],
    ['an Pfingsten', '05-23..05-25'],
    ['on Boxing Day', '12-26'],
    ['last summer', '06-01..08-31'],
    ['over the summer', '06-01..08-31'],
    ['the week before last', '11-02..11-08'],
    ['vorletzte Woche', '11-02..11-08'],
    ['the second half of October', '10-16..10-31'],
    ['in the last quarter of 2025', '10-01..12-31'],
    ['in Q2', '04-01..06-30'],
    ['the first ten days of January', '01-01..01-10'],
    ['at the end of last year', '08-31..12-31'],
    ['the third of March', '03-03'],
    ['am dritten März', '03-03'],
    ['on the 24th', '11-24'],
    ['an Karneval', '02-12..02-18'],
    ['an Himmelfahrt', '05-14'],
    ["on Mother's Day", '05-10'],
    ['at Hogmanay', '12-31'],
    ['vor einem halben Jahr', '05-07..06-06'],
    ['a month ago today', '10-20..10-22'],
    ['heute vor zwei Wochen', '11-06..11-08'],
    ['this time last year', '11-14..11-28'],
    ['the last days of August', '08-29..08-31'],
    ['on the last day of August', '08-31'],
  ])('%s', (text, expected) => {
    expect(spans(timesIn(text, today))).toBe(expected);
  });

  it.each([
    'may I ask you something',
    'version 3.14.2 of the library',
    'march on',
    'he lent me his ladder',
    'the other half of the cake',
    'room 2026b',
    'the 31.2. of nothing',
    '99.99. 0.0.',
  ])('no time is in: %s', (text) => {
    expect(timesIn(text, today)).toEqual([]);
  });

  it.each([
    ['what happened between Boxing Day and January 5', '12-26..01-05'],
    ['what did we do in the week after Easter', '04-07..04-13'],
    ['the weekend before 2026-11-10', '11-07..11-09'],
    ['two days after Easter Monday', '04-07..04-08'],
    ['where was I the week before last', '11-02..11-08'],
    ['what did we do at the weekend', '11-21..11-22'],
    ['what has changed since November 3', '11-03..11-21'],
    ['what did he say the day before yesterday', '11-19'],
    // Which Monday that was, only the race tells.
    ['what did I do between Monday and the race', ''],
    ['what did I do between Monday and Thursday', '11-16..11-19'],
    ['what did we do last November', '11-01..11-30'],
    ['was there a party on 6 December', '12-06'],
    ['how many weeks after Easter did it rain', '04-03..04-06'],
  ])('asked for: %s', (text, expected) => {
    expect(spans(timesAsked(text, today))).toBe(expected);
  });

  /** Catches a feast to come being taken for the one that is over, and a year that was told being lost. */
  it.each([
    ["what did we do on St Nicholas'", '2025-12-06'],
    ["what do we plan for St Nicholas'", '2026-12-06'],
    ['the first week of October last year', '2025-10-01'],
    ["last year's Easter", '2025-04-18'],
    ['last November', '2025-11-01'],
    ['last autumn', '2025-09-01'],
    ['what was wrong with me a year ago', '2025-10-07'],
  ])('of which year: %s', (text, first) => {
    const [span] = timesAsked(text, today);
    expect(new Date((span?.from ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(first);
  });

  /** Catches "the fair is in March", said in November, being filed under the March that is over. */
  it.each([
    ['the fair is in March', '2027-03-01'],
    ['the studio is booked for 6 and 7 February', '2027-02-06'],
    ['we met in September', '2026-09-01'],
  ])('said of what is to come or was: %s', (text, first) => {
    const [span] = timesIn(text, today, SAID_DAYS);
    expect(new Date((span?.from ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(first);
  });
});
