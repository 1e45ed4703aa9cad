/* A yardstick, not an engine: random play of Manhattan in C, every legal action listed, the same dice in the same order
   as bauboom, so that both must end with the same scores. run.py compiles it with `cc -O3 -march=native`. */

#include <stdint.h>
#include <string.h>

enum { CITIES = 6, SITES = 54, COLOURS = 4, NOBODY = 4, SIZES = 4, KINDS = 9, HAND = 4, EMPTY = 9, OVER = -1 };
enum { START, DEAL, PICK, BUILD, DRAW };
enum { PICKS_OF_4 = 34, PICKS = 104, BUILD0 = PICKS, SKIP0 = BUILD0 + KINDS * CITIES * COLOURS * SIZES,
       START0 = SKIP0 + KINDS * COLOURS * SIZES, DRAW0 = START0 + 4 };

typedef struct {
    int8_t floors[SITES][COLOURS + 1], supply[COLOURS][SIZES], picked[COLOURS][SIZES];
    uint8_t owner[SITES], hand[4][HAND], pile[KINDS], played[KINDS];
    int16_t score[COLOURS];
    int8_t phase;
    uint8_t seat, starter, round;
} Game;

typedef struct { int players, colours_each, blocks, rounds, colours; uint8_t side[4]; } Variant;

static const int8_t BLOCKS[SIZES] = {11, 6, 4, 3};
static int8_t pick_counts[PICKS][SIZES];
static uint32_t packed_picks[PICKS]; /* a byte for each size; one too many borrows the guard bit */
static const uint32_t GUARDS = 0x80808080u;
static uint8_t marked[4][KINDS];

static inline uint32_t roll(uint32_t r[4]) {
    uint32_t t = r[0] + r[1] + r[3]++;
    r[0] = r[1] ^ (r[1] >> 9);
    r[1] = r[2] + (r[2] << 3);
    r[2] = ((r[2] << 21) | (r[2] >> 11)) + t;
    return t;
}

static inline uint32_t below(uint32_t r[4], uint32_t n) {
    uint64_t product = (uint64_t)roll(r) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold) product = (uint64_t)roll(r) * n;
    }
    return product >> 32;
}

static void prepare(void) {
    int n = 0;
    for (int blocks = 4; blocks <= 6; blocks += 2) /* in the order of the sorted lists of sizes */
        for (int a = blocks; a >= 0; a--)
            for (int b = blocks - a; b >= 0; b--)
                for (int c = blocks - a - b; c >= 0; c--) {
                    int d = blocks - a - b - c;
                    if (a > BLOCKS[0] || b > BLOCKS[1] || c > BLOCKS[2] || d > BLOCKS[3]) continue;
                    int8_t row[SIZES] = {a, b, c, d};
                    memcpy(pick_counts[n], row, SIZES);
                    packed_picks[n++] = a + (b << 8) + (c << 16) + (d << 24);
                }
    for (int card = 0; card < KINDS; card++) {
        int r = card / 3, c = card % 3;
        marked[0][card] = r * 3 + c;
        marked[1][card] = c * 3 + 2 - r;
        marked[2][card] = (2 - r) * 3 + 2 - c;
        marked[3][card] = (2 - c) * 3 + r;
    }
}

static inline int next_seat(const Variant *v, int seat) { return seat + 1 < v->players ? seat + 1 : 0; }

static inline int picked_left(const Game *g, int colour) {
    return g->picked[colour][0] + g->picked[colour][1] + g->picked[colour][2] + g->picked[colour][3];
}

static void setup(Game *g, const Variant *v) {
    memset(g, 0, sizeof *g);
    memset(g->owner, NOBODY, SITES);
    memset(g->hand, EMPTY, sizeof g->hand);
    memset(g->pile, 5, KINDS);
    for (int c = 0; c < v->colours; c++) memcpy(g->supply[c], BLOCKS, SIZES);
    g->phase = START;
    g->round = 1;
}

static int picking_colour(const Game *g, const Variant *v) {
    return picked_left(g, g->seat) ? g->seat + v->players : g->seat;
}

static int legal(const Game *g, const Variant *v, int64_t *restrict out) {
    int n = 0;
    if (g->phase == PICK) {
        const int8_t *left = g->supply[picking_colour(g, v)];
        uint32_t supply = GUARDS + left[0] + (left[1] << 8) + (left[2] << 16) + (left[3] << 24);
        int first = v->blocks == 4 ? 0 : PICKS_OF_4, last = v->blocks == 4 ? PICKS_OF_4 : PICKS;
        for (int p = first; p < last; p++) {
            out[n] = p;
            n += ((supply - packed_picks[p]) & GUARDS) == GUARDS;
        }
        return n;
    }
    const uint8_t *hand = g->hand[g->seat], *sites = marked[v->side[g->seat]];
    for (int slot = 0; slot < HAND; slot++) {
        int card = hand[slot];
        if (slot && card == hand[slot - 1]) continue;
        for (int city = 0; city < CITIES; city++) {
            int site = city * 9 + sites[card];
            for (int colour = g->seat; colour < v->colours; colour += v->players) {
                const int8_t *picked = g->picked[colour];
                int action = BUILD0 + ((card * CITIES + city) * COLOURS + colour) * SIZES;
                int missing = g->floors[site][g->owner[site]] - g->floors[site][colour];
                for (int size = 0; size < SIZES; size++) {
                    out[n] = action + size;
                    n += (picked[size] > 0) & (size + 1 >= missing);
                }
            }
        }
    }
    if (n) return n;
    for (int slot = 0; slot < HAND; slot++) {
        int card = hand[slot];
        if (slot && card == hand[slot - 1]) continue;
        for (int colour = g->seat; colour < v->colours; colour += v->players)
            for (int size = 0; size < SIZES; size++) {
                out[n] = SKIP0 + (card * COLOURS + colour) * SIZES + size;
                n += g->picked[colour][size] > 0;
            }
    }
    return n;
}

static int chance(const Game *g, const Variant *v, int64_t *actions, int64_t *weights) {
    int n = 0;
    if (g->phase == START) {
        for (; n < v->players; n++) actions[n] = START0 + n, weights[n] = 1;
        return n;
    }
    for (int card = 0; card < KINDS; card++) {
        actions[n] = DRAW0 + card;
        weights[n] = g->pile[card];
        n += g->pile[card] > 0;
    }
    return n;
}

static void take_card(Game *g, int card) {
    uint8_t *hand = g->hand[g->seat], carried = card;
    for (int slot = 0; slot < HAND; slot++) {
        uint8_t held = hand[slot];
        hand[slot] = held < carried ? held : carried;
        carried = held < carried ? carried : held;
    }
    g->pile[card]--;
}

static void play_card(Game *g, int card) {
    uint8_t *hand = g->hand[g->seat];
    int found = 0;
    for (int slot = 0; slot < HAND - 1; slot++) {
        found |= hand[slot] == card;
        hand[slot] = hand[slot + found];
    }
    hand[HAND - 1] = EMPTY;
    g->played[card]++;
    g->phase = DRAW;
}

static void score(Game *g) {
    int best = 0, best_site = -1;
    for (int site = 0; site < SITES; site++) {
        const int8_t *f = g->floors[site];
        int height = f[0] + f[1] + f[2] + f[3];
        if (height > best) best = height, best_site = site;
        else if (height == best) best_site = -1;
    }
    if (best_site >= 0) g->score[g->owner[best_site]] += 3;
    for (int city = 0; city < CITIES; city++) {
        int towers[COLOURS + 1] = {0}, most = 0, leader = NOBODY;
        for (int i = 0; i < 9; i++) towers[g->owner[city * 9 + i]]++;
        for (int c = 0; c < COLOURS; c++) {
            g->score[c] += towers[c];
            if (towers[c] > most) most = towers[c], leader = c;
            else if (towers[c] == most) leader = NOBODY;
        }
        if (leader != NOBODY) g->score[leader] += 2;
    }
}

static void begin_picking(Game *g) { g->phase = PICK; g->seat = g->starter; }

static void apply(Game *g, const Variant *v, int action) {
    switch (g->phase) {
    case BUILD:
        if (action < SKIP0) {
            int place = action - BUILD0, size = place % SIZES, colour = place / SIZES % COLOURS;
            int city = place / SIZES / COLOURS % CITIES, card = place / SIZES / COLOURS / CITIES;
            int site = city * 9 + marked[v->side[g->seat]][card];
            g->floors[site][colour] += size + 1;
            g->owner[site] = colour;
            g->picked[colour][size]--;
            play_card(g, card);
        } else {
            int place = action - SKIP0;
            g->picked[place / SIZES % COLOURS][place % SIZES]--;
            play_card(g, place / SIZES / COLOURS);
        }
        break;
    case DRAW: {
        int cards = 0, left = 0;
        take_card(g, action - DRAW0);
        for (int card = 0; card < KINDS; card++) cards += g->pile[card];
        if (!cards) {
            memcpy(g->pile, g->played, KINDS);
            memset(g->played, 0, KINDS);
        }
        g->seat = next_seat(v, g->seat);
        for (int c = g->seat; c < v->colours; c += v->players) left += picked_left(g, c);
        if (left) { g->phase = BUILD; break; }
        score(g);
        if (g->round == v->rounds) { g->phase = OVER; break; }
        g->round++;
        g->starter = next_seat(v, g->starter);
        begin_picking(g);
        break;
    }
    case PICK: {
        int colour = picking_colour(g, v);
        for (int size = 0; size < SIZES; size++) {
            g->picked[colour][size] = pick_counts[action][size];
            g->supply[colour][size] -= pick_counts[action][size];
        }
        if (colour + v->players >= v->colours) {
            g->seat = next_seat(v, g->seat);
            if (g->seat == g->starter) g->phase = BUILD;
        }
        break;
    }
    case DEAL:
        take_card(g, action - DRAW0);
        if (g->hand[g->seat][HAND - 1] != EMPTY) {
            g->seat = next_seat(v, g->seat);
            if (g->seat == g->starter) begin_picking(g);
        }
        break;
    default:
        g->starter = g->seat = action - START0;
        g->phase = DEAL;
    }
}

/* Plays games number `first` and following of `seed`; adds up scores by seat; returns the number of actions. */
int64_t random_games(int players, int colours_each, int blocks, int64_t seed, int64_t first, int64_t count, int64_t *totals) {
    static const uint8_t sides[5][4] = {{0}, {0}, {0, 2}, {0, 1, 2}, {0, 1, 2, 3}};
    Variant v = {players, colours_each, blocks, 24 / blocks, players * colours_each, {0}};
    Game game;
    int64_t played = 0, actions[256], weights[16];
    memcpy(v.side, sides[players], 4);
    prepare();
    for (int64_t number = first; number < first + count; number++) {
        uint32_t dice[4] = {seed, seed >> 32, number, 1 + (number >> 32)};
        for (int i = 0; i < 16; i++) roll(dice);
        for (setup(&game, &v); game.phase != OVER; played++) {
            int action;
            if (game.phase == PICK || game.phase == BUILD) action = actions[below(dice, legal(&game, &v, actions))];
            else {
                int n = chance(&game, &v, actions, weights), i = 0;
                int64_t total = 0;
                for (int k = 0; k < n; k++) total += weights[k];
                int64_t ticket = below(dice, total);
                while (ticket >= weights[i]) ticket -= weights[i++];
                action = actions[i];
            }
            apply(&game, &v, action);
        }
        for (int c = 0; c < v.colours; c++) totals[c % players] += game.score[c];
    }
    return played;
}
