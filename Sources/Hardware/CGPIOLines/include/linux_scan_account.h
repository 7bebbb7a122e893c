/// The light account: pulses of light that came out too long are taken back from the next pulses of the same row.
///
/// A processor that is kept from ending a pulse leaves a row lit for too long. The account records by how much, as a debt of
/// that row, and shortens the row's pulses in the next refreshes until it is repaid. Pulses of the length that was too long
/// repay first, because they light the same LEDs; what they cannot repay soon, all pulses of the row repay in
/// proportion to their lengths. No pulse loses more than seven eighths, so a debt never makes a row dark.
///
/// Times are in nanoseconds. Nothing here allocates, locks or reads a clock.
#ifndef LINUX_SCAN_ACCOUNT_H
#define LINUX_SCAN_ACCOUNT_H

#include <stddef.h>
#include <stdint.h>

enum {
    /// The most rows: as many as five address lines select.
    linux_scan_account_rows = 32,
    /// The part of a pulse that is always lit: one of eight.
    linux_scan_account_kept = 8,
    /// In this time pulses of the length that was too long repay alone, as far as they can.
    linux_scan_account_alone = 16000000,
    /// What can be repaid in this time is a debt; the rest is forgiven.
    linux_scan_account_maximum = 48000000,
    /// Debts that are older are forgiven.
    linux_scan_account_oldest = 60000000
};

/// What a row has been lit for too long.
struct linux_scan_debt {
    /// What is left to repay.
    int64_t owed;
    /// The length of the pulse that was too long.
    int64_t length;
    /// For how many refreshes it has been repaid.
    int64_t refreshes;
};

/// The debts of all rows, and the cuts of the present one.
struct linux_scan_account {
    /// Pulses that are too long by no more than this are not counted.
    int64_t tolerance;
    /// The debts, by the row's place in the refresh.
    struct linux_scan_debt debts[linux_scan_account_rows];
    /// The place of the present row.
    size_t row;
    /// The length that was too long, what the row's pulses of that length take, and what is cut from them together.
    int64_t own_length, own, own_cut;
    /// The same for its other pulses.
    int64_t others, others_cut;
    /// The pulses that were too long, the time that was repaid, and the time that was forgiven.
    int64_t overlong, repaid, forgiven;
};

/// Forgives a debt.
static inline void linux_scan_account_forgive(struct linux_scan_account *account, struct linux_scan_debt *debt,
                                              int64_t time)
{
    account->forgiven += time;
    debt->owed -= time;
}

/// Decides what is cut from a row that owes.
///
/// `own` and `others` are set; `period` is the time of a refresh.
static inline void linux_scan_account_plan(struct linux_scan_account *account, struct linux_scan_debt *debt,
                                           int64_t period)
{
    const int64_t time = period > 0 ? period : 1;
    const int64_t own = account->own - account->own / linux_scan_account_kept;
    const int64_t others = account->others - account->others / linux_scan_account_kept;
    const int64_t alone = linux_scan_account_alone / time - debt->refreshes;
    const int64_t maximum = (linux_scan_account_maximum / time > 0 ? linux_scan_account_maximum / time : 1) * (own + others);
    const int64_t oldest = linux_scan_account_oldest / time > 0 ? linux_scan_account_oldest / time : 1;
    if (debt->owed > maximum) linux_scan_account_forgive(account, debt, debt->owed - maximum);
    if (debt->refreshes >= oldest) linux_scan_account_forgive(account, debt, debt->owed);
    debt->refreshes++;
    account->own_cut = debt->owed < own ? debt->owed : own;
    const int64_t rest = debt->owed - (alone > 1 ? alone : 1) * own;
    const int64_t left = debt->owed - account->own_cut;
    account->others_cut = rest < 0 ? 0 : rest < left ? rest : left;
    if (account->others_cut > others) account->others_cut = others;
}

/// Begins the row at a place of the refresh; returns whether it owes, and its pulses are to be announced.
static inline int linux_scan_account_begin(struct linux_scan_account *account, size_t row)
{
    account->row = row;
    account->own = account->own_cut = account->others = account->others_cut = 0;
    if (row >= linux_scan_account_rows || account->debts[row].owed <= 0) return 0;
    account->own_length = account->debts[row].length;
    return 1;
}

/// Announces a pulse of the row; call it for each pulse before the first one begins.
static inline void linux_scan_account_expect(struct linux_scan_account *account, int64_t length)
{
    *(length == account->own_length ? &account->own : &account->others) += length;
}

/// Ends the telling.
static inline void linux_scan_account_decide(struct linux_scan_account *account, int64_t period)
{
    linux_scan_account_plan(account, &account->debts[account->row], period);
}

/// By how much a pulse of the present row is to be shorter than its length.
static inline int64_t linux_scan_account_cut(const struct linux_scan_account *account, int64_t length)
{
    if (account->own_cut == 0 && account->others_cut == 0) return 0;
    if (length == account->own_length) {
        return account->own > 0 ? account->own_cut * length / account->own : 0;
    }
    return account->others > 0 ? account->others_cut * length / account->others : 0;
}

/// Records a pulse of the present row: the length of its program, and the time for which it was lit.
static inline void linux_scan_account_note(struct linux_scan_account *account, int64_t length, int64_t lit)
{
    if (account->row >= linux_scan_account_rows) return;
    struct linux_scan_debt *debt = &account->debts[account->row];
    const int64_t excess = lit - length;
    if (excess > account->tolerance) {
        account->overlong++;
        // The greater debt decides who repays first.
        if (excess >= debt->owed) debt->length = length;
        debt->owed += excess;
        debt->refreshes = 0;
    } else if (excess < 0 && debt->owed > 0) {
        const int64_t repaid = -excess < debt->owed ? -excess : debt->owed;
        account->repaid += repaid;
        debt->owed -= repaid;
    }
}

#endif
